import type { AwsRight } from './aws-rights.schema.ts';

/** Key of a right: rights with the same key are equal. */
export const rightKey = ({ integration_id, permission, where }: AwsRight): string =>
  `${permission} ${where} ${integration_id}`;

/** The rights in `current` that are not in `previous`. */
export const addedRights = (
  current: readonly AwsRight[],
  previous: readonly AwsRight[],
): AwsRight[] => {
  const previousKeys = new Set(previous.map(rightKey));
  return current.filter((one) => !previousKeys.has(rightKey(one)));
};

/** Whether publishing a version now would give it other rights than it has. */
export const hasOtherRights = ({
  aws_rights = [],
  aws_rights_now = aws_rights,
}: {
  aws_rights?: readonly AwsRight[];
  aws_rights_now?: readonly AwsRight[];
}): boolean =>
  addedRights(aws_rights_now, aws_rights).length > 0 ||
  addedRights(aws_rights, aws_rights_now).length > 0;
