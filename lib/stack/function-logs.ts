import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { pascalCase } from '#lib/machines.ts';
import type { FunctionName } from './functions.ts';

/**
 * The log groups of functions, one per area: its functions write to the same group, each into
 * streams named after it (docs/decisions/048).
 */
export class FunctionLogs extends Construct {
  private readonly groups = new Map<string, LogGroup>();

  groupFor(name: FunctionName): LogGroup {
    const [area = name] = name.split('/');
    const group = this.groups.get(area) ?? this.make(area);
    this.groups.set(area, group);
    return group;
  }

  private make(area: string): LogGroup {
    return new LogGroup(this, pascalCase(area), {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}
