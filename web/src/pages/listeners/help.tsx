export const listenersHelp = {
  title: 'Listeners',
  body: (
    <>
      <p>
        A listener is an address that another tool calls when something happens there. Each
        authentic call is kept as an event and starts the bots that wait for the listener.
      </p>
      <h3>Authentication</h3>
      <p>
        Prefer the signature: the secret itself never travels. A secret in a header is the next
        best. A secret in the query ends up in logs and histories of everything on the way.
      </p>
      <p>
        Whoever has recorded a call can send it again: nothing in it says when it was made. A field
        of the payload with the sender&apos;s delivery ID keeps what comes again within 24 hours
        from starting bots twice; an ID in a header is not signed, and may be another one.
      </p>
      <h3>Fields</h3>
      <p>
        The names of a payload&apos;s fields are learned from the first authentic call. Call the
        listener once before you use it in a bot.
      </p>
    </>
  ),
};
