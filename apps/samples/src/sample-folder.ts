import { join } from 'node:path';

const folderOf = (scenario: string): string => join(__dirname, '..', scenario);

/** The folders of the scenarios: data, flows and policies that people edit. */
export const customerServiceFolder = folderOf('customer-service');
export const inspectionFolder = folderOf('inspection');
export const educationFolder = folderOf('education');
