export const accountHelp = {
  title: 'Account',
  body: (
    <>
      <p>
        Your name and phone, how you sign in, how the console looks, your API keys, and which mails
        you get.
      </p>
      <h3>Two-factor sign-in</h3>
      <p>
        With an authenticator app you enter a code besides your password when you sign in. Whoever
        learns your password cannot sign in with it alone. If you lose the app, another ROOT user
        can reset this on the page Users.
      </p>
      <h3>API keys</h3>
      <p>
        A program that calls the API sends a key as its Authorization header. It may do what you may
        do at that moment. The key is shown once, when it is created; delete it when it is no longer
        needed, and it is refused at once.
      </p>
      <p>
        After ten calls with a wrong key within a minute, further calls from the same address wait a
        minute.
      </p>
    </>
  ),
};
