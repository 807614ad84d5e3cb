import type { WordRule } from '../words';
import { EN_CALENDAR_RULES } from './en-calendar-rules';
import { EN_HOUR_RULES } from './en-hour-rules';

export const EN_RULES: readonly WordRule[] = [...EN_CALENDAR_RULES, ...EN_HOUR_RULES];
