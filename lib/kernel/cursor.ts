import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Item } from './database.ts';
import { badRequest } from './refusal.ts';

const mac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

const isSameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Seals a position in a list to its tenant, route and filter (`scope`): an altered cursor, or one
 * of another list, is rejected.
 */
export const sealCursor = (key: string, scope: string, position: Item): string => {
  const body = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${body}.${mac(key, `${scope}\n${body}`)}`;
};

export const openCursor = (key: string, scope: string, cursor: string): Item => {
  const [body = '', seal = '', ...extra] = cursor.split('.');
  if (extra.length > 0 || !isSameText(seal, mac(key, `${scope}\n${body}`))) {
    throw badRequest('This list has changed. Go back to its first page.', { field: 'next' });
  }
  return JSON.parse(Buffer.from(body, 'base64url').toString());
};
