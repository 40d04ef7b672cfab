export const integrationsHelp = {
  title: 'Integrations',
  body: (
    <>
      <p>
        An integration is an account in another system, such as a cloud, a chat, a ticket system or
        a security tool, with the credentials to sign in there. Bots refer to it by its alias, so
        that no graph, export or log contains a secret.
      </p>
      <h3>Connecting one</h3>
      <p>
        Choose a type and fill in its form. Each field says where to find its value. Groups help you
        to find integrations later, for example by team or environment.
      </p>
      <h3>Preview and request</h3>
      <p>
        Types that are marked as preview work, but may still change. You can request a type that
        cannot be connected yet: we reply by e-mail.
      </p>
    </>
  ),
};

export const connectedHelp = {
  title: 'Connected integrations',
  body: (
    <>
      <p>All integrations that your organisation has connected. Each has a state:</p>
      <ul>
        <li>Active: the last test reached the other system.</li>
        <li>Not tested: it has not been tested since it was connected or changed.</li>
        <li>Waiting for an agent: it needs an agent, and none has asked for work yet.</li>
        <li>Error: the last test failed; the reason is shown beside the state.</li>
        <li>Testing: a test is in progress.</li>
      </ul>
      <h3>Testing the connection</h3>
      <p>
        Most types are tested by a call that only reads. A chat webhook can only be tested by
        sending a message; you are asked before it is sent.
      </p>
      <h3>Changing one</h3>
      <p>
        A stored secret is never shown again. Leave its field blank to keep it. Enter it again to
        replace it, or to allow it to be sent to another host.
      </p>
      <h3>Scopes</h3>
      <p>
        The secrets of an integration are sent only to the hosts in its scopes, regardless of what a
        bot or an event specifies.
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
        cluster or on a Linux host. It requests work over outgoing HTTPS, so you need not open any
        inbound port.
      </p>
      <h3>Installing one</h3>
      <p>
        Download the installation file and run the command shown with it. The secret in the file
        works once, within an hour. After that, the agent signs each request with its own key.
      </p>
      <h3>What it may do</h3>
      <p>
        In a cluster, it reads, and makes changes only if you have allowed that. On a host, it runs
        only the commands and reads only the folders that its own settings name.
      </p>
      <h3>Status</h3>
      <ul>
        <li>Online: it has requested work within the last two minutes.</li>
        <li>Offline: it has not. Jobs wait for it until they time out.</li>
      </ul>
    </>
  ),
};
