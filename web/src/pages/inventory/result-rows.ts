import type { Resource } from '#lib/domain/inventory/resources/resource.schema.ts';

/** A row of the table: a resource, or one of its fields. */
export type ResultRow = {
  key: string;
  resource: Resource;
  field?: { name: string; value: unknown };
};

/** Fields that the common columns already show. */
const commonFields = [
  '_id',
  'name',
  'region',
  'account_id',
  'integration_type',
  'integration_id',
  'created_at',
];

/** The rows of a page. Two integrations may have resources with the same id. */
export const rowsOf = (resources: readonly Resource[]): ResultRow[] =>
  resources.map((resource, index) => ({
    key: `${resource.integration_id} ${resource._id} ${index}`,
    resource,
  }));

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** The fields of a resource as child rows, by name; a field has none. */
export const fieldRowsOf = ({ key, resource, field }: ResultRow): ResultRow[] =>
  field
    ? []
    : Object.entries(resource)
        .filter(([name, value]) => !commonFields.includes(name) && isFilled(value))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => ({
          key: `${key} ${name}`,
          resource,
          field: { name, value },
        }));

/** A value of a resource as text; `-` if empty. */
export const valueText = (value: unknown): string => {
  if (!isFilled(value)) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
