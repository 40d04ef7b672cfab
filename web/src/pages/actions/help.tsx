import { limits } from '#lib/kernel/limits.ts';

export const actionsHelp = {
  title: 'Actions',
  body: (
    <>
      <p>
        An action is one piece of work in another system: creating a ticket, suspending a user,
        blocking an address. It says which values it is given and what it calls.
      </p>
      <h3>Owner</h3>
      <p>
        Self marks the actions of your organisation: you make them here, copy them from any other or
        import them. All marks those that come with Cloudwarden. Bots run an action as it is when
        they come to it; each change is kept as a version.
      </p>
      <h3>Python</h3>
      <p>
        The code of an action reads its values from <code>inputs</code> and has no network. Clients
        are the integrations that it calls: <code>clients.jira.get(path)</code>,{' '}
        <code>.post(path, body)</code>, <code>.put</code>, <code>.patch</code> and{' '}
        <code>.delete</code> answer the data, and <code>.request(method, path)</code> the whole
        answer. A refused call raises <code>ClientError</code> with its <code>status</code> and{' '}
        <code>body</code>. Secrets stay outside.
      </p>
      <p>
        The code runs from its beginning again after each call, with the answers so far, so it has
        to make the same calls each time. Take the time from <code>started_at</code> and random
        numbers from <code>random</code>. It makes at most {limits.clientCalls} calls.
      </p>
      <h3>Approval required</h3>
      <p>
        Some actions take something away from people or systems. They are marked, so that somebody
        decides before they run.
      </p>
      <h3>Parameters</h3>
      <p>
        Each parameter says what is to be entered, and what is taken where nothing is. A value stays
        a value: it cannot change the address or the rest of the request.
      </p>
    </>
  ),
};
