export const complianceHelp = {
  title: 'Compliance',
  body: (
    <>
      <p>
        Each scan ends by evaluating the rules for its cloud. This page shows the results of the
        last scan of each account.
      </p>
      <h3>Results</h3>
      <p>
        Failed (Critical): the resource violates the rule. Passed (Moderate): it complies. Skipped
        (Negligible): the rule does not apply, or the finding was accepted. For review
        (Informative): a person has to judge it. The severity of a rule says how bad a failure is.
      </p>
      <h3>Not evaluated</h3>
      <p>
        Not evaluated (Obscure): the rule could not run, because a table could not be read or is not
        part of the scan. Its previous results are kept, with the date of that scan. A resource that
        a rule cannot evaluate also counts here.
      </p>
      <h3>Incomplete scan</h3>
      <p>
        A region did not answer, or a resource could not be read. Previous findings are kept for
        whatever could not be read. Rules that span all regions start no bots until every region has
        been read.
      </p>
      <h3>Not evaluated by the last scan</h3>
      <p>
        A schedule can be limited to some benchmarks. The results of the other rules are kept and
        marked with the date of the scan that produced them.
      </p>
      <h3>Benchmarks</h3>
      <p>
        Rules cover some of the controls of a benchmark, and a control may require more than its
        rules check. Nothing here certifies an account.
      </p>
    </>
  ),
};
