export const userInputHelp = {
  title: 'User Input',
  body: (
    <>
      <p>
        A bot stops where it needs something that only people know, and goes on with what one of
        them submits.
      </p>
      <h3>Authorizers</h3>
      <p>
        A form can name who may fill it in; they get a mail. Where it names nobody, everybody with
        the permission may, and the mail goes to who started its run, or to who made its bot where
        nobody did. A ROOT user always may.
      </p>
      <h3>Expiry</h3>
      <p>
        What is not submitted in time expires, and the bot goes on by its way for that. A form is
        withdrawn when its run ends first.
      </p>
    </>
  ),
};
