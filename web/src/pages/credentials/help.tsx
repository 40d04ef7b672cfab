export const credentialsHelp = {
  title: 'Credentials',
  body: (
    <>
      <p>
        A credential is a secret that a bot&apos;s nodes send to another system: a token, a
        password, a chat&apos;s webhook address. Nodes refer to it by name, so that no graph, export
        or log holds the secret.
      </p>
      <h3>Hosts</h3>
      <p>
        A credential is sent only to the hosts that it names, whatever a bot or an event says.
      </p>
      <h3>Changing one</h3>
      <p>
        A stored secret is never shown again. Leave the field blank to keep it; enter it again to
        replace it, or to send it to a further host.
      </p>
    </>
  ),
};
