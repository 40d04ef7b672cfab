export const integrationsHelp = {
  title: 'Integrations',
  body: (
    <>
      <p>
        An integration is an account of another system, with what is needed to sign in there: a
        cloud, a chat, a ticket system, a security tool. Bots refer to it by its alias, so that no
        graph, export or log holds a secret.
      </p>
      <h3>Connecting one</h3>
      <p>
        Choose a type and fill in its form. Each field says where to find its value. Groups are for
        finding integrations again, for example by team or environment.
      </p>
      <h3>Preview and request</h3>
      <p>
        Types that are marked as preview work, and may still change. A type that cannot be connected
        yet can be requested: we answer by e-mail.
      </p>
    </>
  ),
};

export const connectedHelp = {
  title: 'Connected integrations',
  body: (
    <>
      <p>Everything that your organisation has connected. Each has a state:</p>
      <ul>
        <li>Active: the last test reached the other system.</li>
        <li>Not tested: it was not tested since it was connected or changed.</li>
        <li>Waiting for an agent: it needs an agent, and none has asked for work yet.</li>
        <li>Error: the last test failed, and the reason is shown beside it.</li>
        <li>Testing: a test is under way.</li>
      </ul>
      <h3>Testing the connection</h3>
      <p>
        Most types are tested by a call that only reads. Webhooks of chats can only be tested by a
        message; you are asked before one is sent.
      </p>
      <h3>Changing one</h3>
      <p>
        A stored secret is never shown again. Leave its field blank to keep it; enter it again to
        replace it, or to send it to a further host.
      </p>
      <h3>Scopes</h3>
      <p>
        The secrets of an integration are sent only to the hosts of its scopes, whatever a bot or an
        event says.
      </p>
    </>
  ),
};

export const agentsHelp = {
  title: 'Agents',
  body: (
    <>
      <p>
        An agent is a small program that works where Cloudwarden cannot reach: in a Kubernetes
        cluster, or on a Linux host. It asks for work over HTTPS; nothing has to be opened for it.
      </p>
      <h3>Installing one</h3>
      <p>
        Download the file that installs it and run the command beside it. The secret in the file
        works once, within an hour. Afterwards the agent signs each request with a key of its own.
      </p>
      <h3>What it may do</h3>
      <p>
        In a cluster it reads, and changes something only where you allowed that. On a host it runs
        only the commands, and reads only the folders, that its own settings name.
      </p>
      <h3>Status</h3>
      <ul>
        <li>Online: it asked for work within the last two minutes.</li>
        <li>Offline: it did not. Jobs wait for it until their time is over.</li>
      </ul>
    </>
  ),
};
