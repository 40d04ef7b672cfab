/** The finding that an event of Security Hub brings. */
export const hubFinding = '$event.detail.findings[0]';

/**
 * Whether nobody has dealt with it yet. Security Hub sends an event for every update of a finding,
 * those that bots make among them.
 */
export const isNewFinding =
  `{% ${hubFinding}.Workflow.Status = 'NEW' and ${hubFinding}.RecordState = 'ACTIVE' %}`;
