export const ownRulesHelp = {
  title: 'Own rules',
  body: (
    <>
      <p>
        A rule of your own is one SELECT over the tables of the inventory, in the dialect of
        Postgres. It is asked at the end of each scan of its type, as the rules that come with the
        product are, and what it finds is shown on the page Compliance, marked Own.
      </p>
      <h3>What it answers</h3>
      <p>
        One row for each resource, with the columns resource (as the inventory calls it), status
        (alarm, ok, info, skip or error), reason, region and account_id.
      </p>
      <h3>Limits</h3>
      <p>
        It only reads what the last scan of the same account has read. At a scan it has 10 seconds
        and 50 MB; a test looks at 10,000 resources at most. An organisation has at most 100 rules.
      </p>
    </>
  ),
};
