import {
  isBytes,
  isStructure,
  isTime,
  listMemberOf,
  mapValueShapeOf,
  membersOf,
  simpleKindOf,
} from './model.ts';
import type { Member, Shape } from './model.ts';

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const isNullish = (value: unknown): boolean => value === undefined || value === null;

const valueOf = (value: unknown, name: string): unknown => (Object(value) as object)[name as never];

const textOf = (shape: Shape, value: unknown): string =>
  isBytes(shape) ? Buffer.from(String(value)).toString('base64') : escapeXml(String(value));

const xmlElement = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const xmlName = ({ traits }: Pick<Member, 'traits'>, defaultName: string): string => {
  const traitName = traits.xmlName;
  return typeof traitName === 'string' ? traitName : defaultName;
};

const xmlMember = (member: Member, value: unknown): string => {
  if (isNullish(value)) return '';
  const name = xmlName(member, member.name);
  const list = listMemberOf(member.shape);
  if (list && member.traits.xmlFlattened) {
    return (value as unknown[]).map((one) => xmlElement(name, xmlOf(list.shape, one))).join('');
  }
  return xmlElement(name, xmlOf(member.shape, value));
};

/** A value as services with an XML protocol serialise it. */
export const xmlOf = (shape: Shape, value: unknown): string => {
  const list = listMemberOf(shape);
  if (list) {
    const name = xmlName(list, 'member');
    return (value as unknown[]).map((one) => xmlElement(name, xmlOf(list.shape, one))).join('');
  }
  const map = mapValueShapeOf(shape);
  if (map !== undefined) {
    return Object.entries(Object(value) as object)
      .map(([key, one]) => `<entry><key>${key}</key><value>${xmlOf(map, one)}</value></entry>`)
      .join('');
  }
  if (!isStructure(shape)) return textOf(shape, value);
  return membersOf(shape)
    .map((member) => xmlMember(member, valueOf(value, member.name)))
    .join('');
};

const timeOf = (shape: Shape, value: unknown): unknown =>
  simpleKindOf(shape) === 5 ? value : Date.parse(String(value)) / 1000;

/** A value as services with a JSON protocol serialise it. */
export const jsonOf = (shape: Shape, value: unknown): unknown => {
  if (isNullish(value)) return undefined;
  const list = listMemberOf(shape);
  if (list) return (value as unknown[]).map((one) => jsonOf(list.shape, one));
  const map = mapValueShapeOf(shape);
  if (map !== undefined) {
    const entries = Object.entries(Object(value) as object);
    return Object.fromEntries(entries.map(([key, one]) => [key, jsonOf(map, one)]));
  }
  if (isTime(shape)) return timeOf(shape, value);
  if (!isStructure(shape)) return value;
  const members = membersOf(shape).map(({ name, shape: one, traits }) => [
    typeof traits.jsonName === 'string' ? traits.jsonName : name,
    jsonOf(one, valueOf(value, name)),
  ]);
  return Object.fromEntries(members);
};
