import type { Resource } from '#lib/domain/inventory/resources/resource.schema.ts';

/** A resource, or one of its fields: what stands in a line of the table. */
export type ResultRow = {
  key: string;
  resource: Resource;
  field?: { name: string; value: unknown };
};

/** What the columns that every resource has show already. */
const shownAnyway = [
  '_id',
  'name',
  'region',
  'account_id',
  'integration_type',
  'integration_id',
  'created_at',
];

/** The resources of a page as lines. Ids of the same name may come from two integrations. */
export const rowsOf = (resources: readonly Resource[]): ResultRow[] =>
  resources.map((resource, index) => ({
    key: `${resource.integration_id} ${resource._id} ${index}`,
    resource,
  }));

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** The fields of a resource as lines below it, by name; those of a field are none. */
export const fieldsOf = ({ key, resource, field }: ResultRow): ResultRow[] =>
  field
    ? []
    : Object.entries(resource)
        .filter(([name, value]) => !shownAnyway.includes(name) && isFilled(value))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => ({
          key: `${key} ${name}`,
          resource,
          field: { name, value },
        }));

/** A value of the cloud as a text; `-` where there is none. */
export const valueText = (value: unknown): string => {
  if (!isFilled(value)) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
