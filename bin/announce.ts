import type { FirstStart } from '#lib/domain/onboarding/first-start.service.ts';

/** The address that people use for a server that listens on `host`. */
export const addressOf = (host: string, port: number): string => {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = host.includes(':') && !everywhere ? `[${host}]` : host;
  return `http://${everywhere ? '127.0.0.1' : name}:${port}`;
};

const urlsOf = (publicUrl: string) => ({
  console: `${publicUrl}/app`,
  api: `${publicUrl}/api`,
  webhooks: `${publicUrl}/integrations`,
  health: `${publicUrl}/healthz`,
});

/** Prints all addresses, and at the very first start also the sign-in and the API key, once. */
export const announce = (json: boolean, publicUrl: string, first: FirstStart | undefined): void => {
  const urls = urlsOf(publicUrl);
  if (json) {
    const { email, password, api_key, sample } = first ?? {};
    const signIn = first && { sign_in: { email, password }, api_key, sample };
    console.log(JSON.stringify({ urls, ...signIn }));
    return;
  }
  console.log(`\n  Cloudwarden is ready: ${urls.console}\n`);
  if (first) {
    console.log(`  Sign in with    ${first.email}
  Password        ${first.password}   (shown this once; change it in the console)
  API key         ${first.api_key}   (shown this once)

  Send a sample finding:  npm run demo\n`);
  }
};
