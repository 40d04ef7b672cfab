export const notificationsHelp = {
  title: 'Notifications',
  body: (
    <>
      <p>
        What waits for you, and what came of your requests: approvals that you may decide, user
        inputs that you may fill in, questions of agents that you may answer, and runs of the last
        seven days that failed or were decided.
      </p>
      <h3>Runs</h3>
      <p>
        You see runs that you started which failed, were approved, rejected or expired, and failed
        runs of bots that you made.
      </p>
      <h3>Questions of agents</h3>
      <p>
        An agent asks whoever started its run, or made its bot where nobody did. You answer in the
        chat.
      </p>
      <h3>Read and unread</h3>
      <p>
        A notification is read once you open it. An approval, a user input or a question leaves the
        list when it is decided, filled in, answered or over, whether you have read it or not.
      </p>
    </>
  ),
};
