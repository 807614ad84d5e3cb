import { growsLinearly } from '@plinth/testing';
import { refuseExternalId } from './external-id';

describe('M22: an external id is judged by its form', () => {
  it.each([
    ['490154203237518'.replace(/^49/, '35'), undefined],
    ['356938035643809', 'device_id'],
    ['00:1A:2b:3C:4d:5E', 'device_id'],
    ['001a.2b3c.4d5e', 'device_id'],
    ['001A2B3C4D5E', 'device_id'],
    ['9f3c2b1a-7d4e-4f6a-8b2c-1d3e5f7a9b0c', 'device_id'],
    ['{9F3C2B1A-7D4E-4F6A-8B2C-1D3E5F7A9B0C}', 'device_id'],
    ['9f3c2b1a7d4e4f6a8b2c1d3e5f7a9b0c', 'device_id'],
    ['9774d56d682e549c', 'device_id'],
    ['00008030-001A2D3C4E5F6789', 'device_id'],
    ['imei:123', 'device_id'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'token'],
    ['Bearer abc', 'token'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'token'],
    ['q8Zr1LmX0vTtYw3nB6kD9sHc2FgJ5pQeUaRiOoNz', 'token'],
  ])('%s: %s', (text, rule) => {
    expect(refuseExternalId(text, 'external_id')?.error.rule).toBe(rule);
  });

  it.each([
    'o6_bmjrPTlm6_2sgVt7hMZOPfL2M',
    'ou_7d8a6e6df7621556ce0d21922b676706',
    '2088102146225135',
    '+8613812345678',
    '13812345678',
    'anna@example.com',
    '王莉',
    'U024BE7LH',
    '128937645',
    'wxid_9k2l0c8m7n6b22',
  ])('%s may name a person', (text) => {
    expect(refuseExternalId(text, 'external_id')).toBeUndefined();
  });

  it('says what the text was taken for, and judges a hostile one at once', () => {
    expect(refuseExternalId('356938035643809', 'external_id')?.error).toMatchObject({
      code: 'not_an_identity',
      field: 'external_id',
      message: expect.stringContaining('IMEI'),
    });
    growsLinearly('eyJ', (n) => refuseExternalId(`eyJ${'a-'.repeat(n)}`, 'external_id'), 4_000);
    growsLinearly('a', (n) => refuseExternalId(`${'a'.repeat(n)}!`, 'external_id'), 8_000);
  });
});
