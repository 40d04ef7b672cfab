import { CannotOpen } from '#lib/kernel/sealing.ts';
import type { Secrets } from '#lib/ports/secrets.ts';

export type OpenSecrets = {
  /** The adapter, as in a process that has just started. */
  start(): Secrets;
  close(): unknown;
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The text with the character at that place replaced by the next of base64url's alphabet. */
const alterCharacter = (text: string, position: number): string => {
  const next = alphabet[(alphabet.indexOf(text.charAt(position)) + 1) % alphabet.length];
  return text.slice(0, position) + next + text.slice(position + 1);
};

/** The behaviour that every adapter of the secrets port must have. */
export const secretsContract = (adapter: string, open: () => Promise<OpenSecrets>): void => {
  describe(`the secrets port on ${adapter}`, () => {
    let opened: OpenSecrets;
    let secrets: Secrets;

    beforeEach(async () => {
      opened = await open();
      secrets = opened.start();
    });

    afterEach(() => opened.close());

    it.each([
      ['a password', 'Correct horse'],
      ['an empty text', ''],
      ['a text in all scripts', 'Schlüssel 鍵 \u{1F511}\u0000'],
      ['four kilobytes', 'k'.repeat(4096)],
    ])('opens %s that it has sealed, even after a restart', async (_, plain) => {
      const sealed = await secrets.seal('org_1', plain);
      expect(await secrets.open('org_1', sealed)).toBe(plain);
      expect(await opened.start().open('org_1', sealed)).toBe(plain);
    });

    it('does not reveal the secret, and seals it differently each time', async () => {
      const first = await secrets.seal('org_1', 'canary-canary-canary');
      const second = await secrets.seal('org_1', 'canary-canary-canary');
      const bytes = first.split('.').map((part) => Buffer.from(part, 'base64url').toString());
      expect([first, ...bytes].join()).not.toContain('canary');
      expect(second).not.toBe(first);
    });

    it('does not open a secret of another tenant', async () => {
      const sealed = await secrets.seal('org_1', 'secret');
      await secrets.open('org_1', sealed);
      await expect(secrets.open('org_2', sealed)).rejects.toThrow(CannotOpen);
      await expect(secrets.open('org_', sealed)).rejects.toThrow(CannotOpen);
    });

    it('does not open a sealed text with any character altered', async () => {
      const sealed = await secrets.seal('org_1', 'secret');
      const positions = Array.from({ length: sealed.length }, (_, position) => position);
      const outcomes = await Promise.allSettled(
        positions.map((position) => secrets.open('org_1', alterCharacter(sealed, position))),
      );
      const reasons = outcomes.map((outcome) => 'reason' in outcome && outcome.reason);
      expect(reasons.filter((reason) => !(reason instanceof CannotOpen))).toEqual([]);
    });

    it('does not open a sealed text that was cut, lengthened or forged', async () => {
      const sealed = await secrets.seal('org_1', 'secret');
      const alteredTexts = ['', 'v1.', 'k1..', 'secret', sealed.slice(1), sealed.slice(0, -1)];
      for (const text of [
        ...alteredTexts,
        `${sealed}=`,
        `${sealed}A`,
        `${sealed}.`,
        ` ${sealed}`,
      ]) {
        await expect(secrets.open('org_1', text)).rejects.toThrow(CannotOpen);
      }
    });

    it('refuses to seal or open without a tenant', async () => {
      const sealed = await secrets.seal('org_1', 'secret');
      await expect(secrets.seal('', 'secret')).rejects.toThrow('belongs to a tenant');
      await expect(secrets.open('', sealed)).rejects.toThrow();
    });
  });
};
