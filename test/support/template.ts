import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edition } from '#lib/stack/edition.ts';

export type Resource = {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string[];
};
export type Template = {
  Resources: Record<string, Resource>;
  Parameters: Record<string, unknown>;
  Conditions: Record<string, unknown>;
  Rules: Record<string, unknown>;
  Outputs: Record<string, unknown>;
};

export type Resources = {
  template: Template;
  /** The resources of one type, with their logical ids. */
  ofType: (type: string) => [logicalId: string, resource: Resource][];
};

/** Synthesised in a separate process, where the CDK loads faster. */
const printTemplate = (edition: Edition): string => {
  const script = 'test/support/print-template.ts';
  const maxBuffer = 64 * 1024 * 1024;
  return execFileSync(process.execPath, [script, edition], { encoding: 'utf8', maxBuffer });
};

/** The template's text, made once for all files of a whole run (`test/run.js`). */
const textOf = (edition: Edition): string => {
  const folder = process.env.TEST_TEMPLATES;
  if (folder === undefined) return printTemplate(edition);
  const path = join(folder, `${edition}.json`);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const text = printTemplate(edition);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
  return text;
};

/** The platform's template, by default of the edition that has all parts. */
export const synthesise = (edition: Edition = 'saas'): Resources => {
  const template: Template = JSON.parse(textOf(edition));
  const all = Object.entries(template.Resources);
  for (const [, resource] of all) resource.Properties ??= {};
  return { template, ofType: (type) => all.filter(([, { Type }]) => Type === type) };
};
