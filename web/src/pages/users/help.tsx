import { ExportHelp } from '#web/components/export-help.tsx';

export const usersHelp = {
  title: 'Users',
  body: (
    <>
      <p>
        The people of your organisation. Each signs in with an e-mail address and a password.
        Whoever creates a user sets the first password, and the user replaces it at the first
        sign-in.
      </p>
      <h3>Types</h3>
      <p>
        ROOT users can do everything. Sub-users can do what their roles allow; a sub-user without a
        role has the organisation&apos;s default role. Service portal users see only the service
        portal.
      </p>
      <h3>Read only</h3>
      <p>
        People with read-only access can see what their type and roles allow, but cannot change
        anything, whatever their roles say.
      </p>
      <h3>Two-factor sign-in</h3>
      <p>
        If a user loses the authenticator app, a ROOT user can reset two-factor sign-in for them
        beside the list. The user then signs in with the password alone until they set up an app
        again. If everybody must use an app, they set it up at the next sign-in.
      </p>
      <h3>API keys</h3>
      <p>
        An API key can do whatever its user may do. It remains valid when the user becomes read only
        or gets a new password. ROOT users can see and delete a user&apos;s keys beside the list.
      </p>
      <ExportHelp />
    </>
  ),
};
