export const actionsHelp = {
  title: 'Actions',
  body: (
    <>
      <p>
        An action is one piece of work in another system: creating a ticket, suspending a user,
        blocking an address. It says which values it is given and what it calls.
      </p>
      <h3>Owner</h3>
      <p>
        Self marks the actions of your organisation: you make them here, copy them from any other or
        import them. All marks those that come with Cloudwarden. Bots run an action as it is when
        they come to it; each change is kept as a version.
      </p>
      <h3>Approval required</h3>
      <p>
        Some actions take something away from people or systems. They are marked, so that somebody
        decides before they run.
      </p>
      <h3>Parameters</h3>
      <p>
        Each parameter says what is to be entered, and what is taken where nothing is. A value stays
        a value: it cannot change the address or the rest of the request.
      </p>
    </>
  ),
};
