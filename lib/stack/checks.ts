import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { type AcceptedFinding, acceptedFindings } from './accepted-findings.ts';
import type { Edition } from './edition.ts';
import type { PlatformStack } from './platform-stack.ts';

/** Makes synthesis fail on findings of cdk-nag that are not accepted. */
export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
};

const constructAt = (stack: PlatformStack, path: string): IConstruct =>
  path.split('/').reduce<IConstruct>((at, id) => at.node.findChild(id), stack);

const acknowledge = (stack: PlatformStack, { rule, at, reason }: AcceptedFinding): void => {
  for (const path of at) Validations.of(constructAt(stack, path)).acknowledge({ id: rule, reason });
};

/** Acknowledges the accepted findings; throws if one names a construct that does not exist. */
export const acceptFindings = (stack: PlatformStack, edition: Edition): void => {
  for (const finding of acceptedFindings(edition)) acknowledge(stack, finding);
};
