export const notificationsHelp = {
  title: 'Notifications',
  body: (
    <>
      <p>
        This page shows what waits for you and the outcome of your runs: approvals that you may
        decide, user inputs that you may fill in, questions from agents that you may answer, and
        runs of the last seven days that failed or were decided.
      </p>
      <h3>Runs</h3>
      <p>
        You see runs that you started and that failed, were approved, were rejected or expired, and
        failed runs of bots that you created.
      </p>
      <h3>Questions of agents</h3>
      <p>
        An agent asks the person who started its run, or the bot&apos;s creator if nobody started
        it. You answer in the chat.
      </p>
      <h3>Read and unread</h3>
      <p>
        A notification counts as read once you open it. An approval, a user input or a question
        disappears from the list once it is decided, filled in, answered or no longer open, whether
        or not you have read it.
      </p>
    </>
  ),
};
