import type { AwsRight } from './aws-rights.schema.ts';

/** By it two rights are the same. */
export const rightKey = ({ integration_id, permission, where }: AwsRight): string =>
  `${permission} ${where} ${integration_id}`;

/** The rights that one version has and another had not. */
export const addedRights = (now: readonly AwsRight[], before: readonly AwsRight[]): AwsRight[] => {
  const known = new Set(before.map(rightKey));
  return now.filter((one) => !known.has(rightKey(one)));
};

/** Whether a version would be published with other rights now than it has. */
export const hasOtherRights = ({
  aws_rights = [],
  aws_rights_now = aws_rights,
}: {
  aws_rights?: readonly AwsRight[];
  aws_rights_now?: readonly AwsRight[];
}): boolean =>
  addedRights(aws_rights_now, aws_rights).length > 0 ||
  addedRights(aws_rights, aws_rights_now).length > 0;
