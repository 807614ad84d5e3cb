import { join } from 'node:path';

/** The folder of the customer-service scenario: data, flows and policies that people edit. */
export const customerServiceFolder = join(__dirname, '..', 'customer-service');
