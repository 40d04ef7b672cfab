import { limits } from '#lib/kernel/limits.ts';

export const actionsHelp = {
  title: 'Actions',
  body: (
    <>
      <p>
        An action does one piece of work in another system, such as creating a ticket, suspending a
        user or blocking an address. It defines the parameters that it takes and the calls that it
        makes.
      </p>
      <h3>Owner</h3>
      <p>
        Self marks the actions of your organisation: you create them here, copy them from any other
        action, or import them. All marks the actions that come with Cloudwarden. A bot runs an
        action as it is at the moment the run reaches it. Each change is kept as a version.
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
        After each call, the code runs again from its beginning, with the responses received so far.
        It therefore has to make the same calls each time. Take the time from{' '}
        <code>started_at</code> and random numbers from <code>random</code>. The code can make at
        most {limits.clientCalls} calls.
      </p>
      <h3>Approval required</h3>
      <p>
        Some actions take something away from people or systems. They are marked, so that somebody
        has to approve them before they run.
      </p>
      <h3>Parameters</h3>
      <p>
        Each parameter says what to enter, and which default applies if it is left blank. A value is
        only ever a value: it cannot change the address or the rest of the request.
      </p>
    </>
  ),
};
