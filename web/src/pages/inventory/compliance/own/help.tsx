export const ownRulesHelp = {
  title: 'Own rules',
  body: (
    <>
      <p>
        An own rule is one PostgreSQL SELECT over the inventory tables. It runs at the end of each
        scan of its integration type, as the built-in rules do. Its findings are shown on the page
        Compliance, marked Own.
      </p>
      <h3>What it returns</h3>
      <p>
        One row for each resource, with the columns resource (as the inventory calls it), status
        (alarm, ok, info, skip or error), reason, region and account_id.
      </p>
      <h3>Limits</h3>
      <p>
        A rule is read-only and queries the last scan of one account. Limits per scan: 10 seconds
        and 50 MB. A test covers at most five accounts, with 10,000 resources each. An organisation
        has at most 100 rules.
      </p>
    </>
  ),
};
