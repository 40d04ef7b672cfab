import type * as z from 'zod';
import type { newBot } from '#lib/domain/bots/bot.schema.ts';
import { draw } from '#test/support/drawing.ts';
import type { Embedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import { setConnection } from '#web/api/connection.ts';

export const piaEmail = 'pia@example.com';

/** From now on pages are used by the user with that access token. */
export const connectWith = ({ url }: Pick<Embedded, 'url'>, token: string): void =>
  setConnection({
    apiUrl: `${url}/api`,
    socketUrl: `${url.replace('http', 'ws')}/ws`,
    accessToken: async () => token,
  });

/** From now on pages are used by Pia, a user of the portal only; returns her token. */
export const connectAsPia = async (product: Embedded): Promise<string> => {
  const { token } = await inviteAndSignIn(product, {
    email: piaEmail,
    name: 'Pia',
    userType: 'SP_USER',
  });
  connectWith(product, token);
  return token;
};

type About = Partial<
  Pick<z.input<typeof newBot>, 'description' | 'category' | 'importance' | 'settings'>
>;

/** Publishes a bot to the portal; returns its id. */
export const publishToPortal = async (
  { api: { bots } }: Embedded,
  name: string,
  [drawing, settings = {}]: readonly [string, Record<string, Record<string, unknown>>?],
  details: About = {},
): Promise<string> => {
  const { _id: bot_id } = await bots.createBot({
    name,
    graph: draw(drawing, settings),
    ...details,
  });
  await bots.publishBot({ bot_id, version: 1 });
  await bots.setServicePortal({ bot_id, service_portal_published: true });
  return bot_id;
};

/** An input, work, an approval by Pia, and an hour of waiting. */
export const hiringDrawing = [
  `start -> who:user_input -next-> look:condition -yes-> ask:approval -approved-> rest:delay -> end
   look -no-> make:http_request -> end
   who -expired-> end
   ask -rejected-> refused:end`,
  {
    who: {
      internal_name: 'New colleague',
      message: 'Who starts?',
      inputs: [
        { id: 'name', label: 'Full name', required: true },
        { id: 'laptop', label: 'Needs a laptop', type: 'boolean' },
      ],
    },
    ask: { message: 'May these accounts be made?', approvers: [piaEmail] },
    rest: { seconds: 3600 },
    make: { url: 'https://iam.amazonaws.com/' },
  },
] as const;

/** Three iterations of a loop that ask at the same time. */
export const inputLoopDrawing = [
  `start -> each:loop -body-> why:user_input -next-> over:loop_end -> end
   why -expired-> over`,
  {
    each: { loop_type: 'count', count: 3, max_concurrency: 3 },
    why: { internal_name: 'Reason', message: 'Why?', inputs: [{ id: 'why', label: 'Reason' }] },
  },
] as const;

/** One HTTP request as Pia. */
export const fetchAsPia = async (
  { url }: Embedded,
  token: string,
  method: 'GET' | 'POST',
  path: string,
): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
};

/** Starts a run of an app as Pia; returns its id once it is in that state. */
export const startAsPia = async (
  product: Embedded,
  token: string,
  app_id: string,
  state: string,
): Promise<string> => {
  const run = await fetchAsPia(product, token, 'POST', `service_portal/apps/${app_id}/start`);
  const id = String(run._id);
  await eventually(
    () => product.api['service-portal'].getPortalRun({ bot_exc_id: id }),
    (now) => now.state === state,
  );
  return id;
};
