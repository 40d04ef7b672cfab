export const listenersHelp = {
  title: 'Listeners',
  body: (
    <>
      <p>
        A listener is an address that another tool calls when something happens there. Each
        authenticated call is kept as an event and starts the bots that this listener triggers.
      </p>
      <h3>Authentication</h3>
      <p>
        Prefer the signature: the secret itself is never sent. A secret in a header is the next best
        option. A secret in the query ends up in the logs and histories of every system on the way.
      </p>
      <p>
        Somebody who has recorded a call can replay it, because nothing in it says when it was made.
        If you name the payload field with the sender&apos;s delivery ID, a call that is repeated
        within 24 hours does not start bots twice. An ID in a header is not signed, so a replayed
        call can carry a different one.
      </p>
      <h3>Fields</h3>
      <p>
        Cloudwarden learns the names of the payload&apos;s fields from the first authenticated call.
        Call the listener once before you use it in a bot.
      </p>
    </>
  ),
};
