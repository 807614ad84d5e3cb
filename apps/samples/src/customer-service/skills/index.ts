import type { Skill } from '@plinth/skill-kit';
import type { Refunds } from '../refunds';
import type { Shop } from '../shop';
import { checkStock } from './check-stock';
import { echoInstant } from './echo-instant';
import { getOrderStatus } from './get-order-status';
import { handOff } from './hand-off';
import { refundProcessV1, refundProcessV2 } from './refund-process';
import { searchPolicy } from './search-policy';
import { sendMessage } from './send-message';

/** The skills of the customer-service scenario; each does one thing, so that no message can follow a missing stock. */
export function customerServiceSkills(shop: Shop, refunds: Refunds): Skill[] {
  return [
    getOrderStatus(shop, refunds),
    checkStock(shop),
    refundProcessV1(shop, refunds),
    refundProcessV2(shop, refunds),
    searchPolicy(shop),
    sendMessage(),
    handOff(),
    echoInstant(),
  ];
}
