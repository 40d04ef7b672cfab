export const complianceHelp = {
  title: 'Compliance',
  body: (
    <>
      <p>
        At the end of each scan the rules of its cloud are asked about what the scan has read. This
        page shows what they found at the last scan of each account.
      </p>
      <h3>Criticality</h3>
      <p>
        Critical resources break a rule, moderate ones keep it. Negligible ones are passed over, and
        informative ones have to be judged by a person.
      </p>
      <h3>Obscure</h3>
      <p>
        A rule is obscure where it could not run: a table could not be read, or is not part of the
        scan. What it found before stays, with the time of that scan. A rule that cannot judge a
        resource is obscure too.
      </p>
      <h3>Not all was read</h3>
      <p>
        A region did not answer, or a resource could not be read. Findings of before stay where
        nothing was read. A rule that looks for something in all regions may call it missing: that
        starts no bots until all is read.
      </p>
      <h3>Not asked by the last scan</h3>
      <p>
        A schedule may check some benchmarks only. What other rules found before stays, is marked,
        and says when it was last seen.
      </p>
      <h3>Benchmarks</h3>
      <p>
        Rules serve some of the controls of a benchmark, and a control may ask for more than its
        rules look at. Nothing here certifies an account.
      </p>
    </>
  ),
};
