import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  BillingMode,
  ProjectionType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { TableSpec } from '#lib/kernel/table.ts';
import { tables } from '#lib/tables.ts';

const attributeOf = (spec: TableSpec, name: string): Attribute => {
  const isNumber = name === spec.sort && spec.sortType === 'N';
  return { name, type: isNumber ? AttributeType.NUMBER : AttributeType.STRING };
};

const addIndexes = (table: Table, spec: TableSpec): void => {
  for (const [indexName, { partition, sort, keysOnly }] of Object.entries(spec.indexes ?? {})) {
    table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: attributeOf(spec, partition),
      ...(sort !== undefined && { sortKey: attributeOf(spec, sort) }),
      projectionType: keysOnly ? ProjectionType.KEYS_ONLY : ProjectionType.ALL,
    });
  }
};

/**
 * One DynamoDB table per entity, created from `lib/tables.ts`. They use DynamoDB's own encryption:
 * secrets are sealed with the product's key before they are written, and a customer managed key
 * would cost KMS calls for all other reads.
 */
export class Tables extends Construct {
  readonly all: readonly Table[];
  private readonly byName: ReadonlyMap<string, Table>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.byName = new Map(tables.map((spec) => [spec.name, this.make(spec)]));
    this.all = [...this.byName.values()];
  }

  /** Returns a table; throws for a name that `lib/tables.ts` does not list. */
  tableNamed(name: string): Table {
    const table = this.byName.get(name);
    if (!table) throw new Error(`lib/tables.ts lists no table ${name}.`);
    return table;
  }

  private make(spec: TableSpec): Table {
    const table = new Table(this, spec.name, {
      partitionKey: attributeOf(spec, spec.partition),
      sortKey: attributeOf(spec, spec.sort),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      ...(spec.ttl !== undefined && { timeToLiveAttribute: spec.ttl }),
    });
    addIndexes(table, spec);
    return table;
  }
}
