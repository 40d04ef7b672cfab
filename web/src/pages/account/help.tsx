export const accountHelp = {
  title: 'Account',
  body: (
    <>
      <p>
        Your name and phone number, how you sign in, how the console looks, your API keys, and which
        mails you receive.
      </p>
      <h3>Two-factor sign-in</h3>
      <p>
        With an authenticator app, you enter a code in addition to your password when you sign in.
        Somebody who learns your password cannot sign in with it alone. If you lose the app, another
        ROOT user can reset two-factor sign-in for you on the page Users.
      </p>
      <h3>API keys</h3>
      <p>
        A program that calls the API sends a key in the Authorization header. It can do whatever you
        may do at the time of the call. The key is shown once, when it is created. Delete it when
        you no longer need it: calls with it are then refused at once.
      </p>
      <p>
        After ten calls with an invalid key within a minute, further calls from the same address
        have to wait a minute.
      </p>
    </>
  ),
};
