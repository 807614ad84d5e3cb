import type { WordRule } from '../words';
import { ZH_INNER_RULES, ZH_PERIOD_RULES } from './zh-calendar-rules';
import { ZH_DAY_RULES } from './zh-day-rules';
import { ZH_HOUR_RULES } from './zh-hour-rules';

export const ZH_RULES: readonly WordRule[] = [...ZH_PERIOD_RULES, ...ZH_INNER_RULES, ...ZH_DAY_RULES, ...ZH_HOUR_RULES];
