import { z } from 'zod';

/** A name inside a contract: of a skill, a flow, a slot, a code. */
export const lowerSnakeName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower_snake, at most 64 characters');

/** The version of a skill: major, minor and patch, nothing behind them. */
export const semanticVersion = z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/, 'must be a semantic version');
