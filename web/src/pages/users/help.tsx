export const usersHelp = {
  title: 'Users',
  body: (
    <>
      <p>
        The people of your organisation. Each signs in with an e-mail address and a password; who
        creates a user chooses the first password, and the user replaces it when signing in.
      </p>
      <h3>Types</h3>
      <p>
        ROOT users do everything. Sub-users do what their roles allow; without a role they have the
        organisation&apos;s default role. Service portal users see the service portal only.
      </p>
      <h3>Read only</h3>
      <p>
        People with read-only access can see what their type and roles allow, but change nothing,
        whatever their roles say.
      </p>
      <h3>Two-factor sign-in</h3>
      <p>
        Who has lost the authenticator app asks a ROOT user, who resets it beside the list. The
        password alone signs them in then, until they set up an app again; where everybody needs
        one, the sign-in has them set it up.
      </p>
      <h3>API keys</h3>
      <p>
        An API key does what its user may do. It stays when a user becomes read only or gets a new
        password. ROOT users see and delete the keys of a user beside the list.
      </p>
    </>
  ),
};
