import { ExportHelp } from '#web/components/export-help.tsx';

export const userInputHelp = {
  title: 'User Input',
  body: (
    <>
      <p>
        A bot pauses when it needs something that only people know, and continues with what one of
        them submits.
      </p>
      <h3>Authorizers</h3>
      <p>
        A form can name the people who may fill it in; they get a mail. If it names nobody,
        everybody with the permission may fill it in, and the mail goes to the person who started
        the run, or to the bot&apos;s creator if nobody started it. A ROOT user may always fill it
        in.
      </p>
      <h3>Expiry</h3>
      <p>
        A form that is not submitted in time expires, and the bot continues along the path for that
        case. If the run ends first, the form is withdrawn.
      </p>
      <ExportHelp />
    </>
  ),
};
