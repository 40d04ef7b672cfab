import { findOwnAction as find } from '#lib/domain/actions/find-action.service.ts';
import { db } from '../database.ts';

export const findOwnAction = find(db);
