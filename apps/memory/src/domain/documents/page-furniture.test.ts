import { withoutFurniture } from './page-furniture';

describe('withoutFurniture', () => {
  it('takes running heads and page numbers off the pages, and says which', () => {
    const page = (n: number, text: string) => `ACME 退货政策 v2\n${text}\n第 ${n} 页 共 3 页`;
    const { pages, leftOut } = withoutFurniture([
      page(1, '1.1 七日内可退。\n需附发票。'),
      page(2, '1.2 生鲜不退。\n另有约定的除外。'),
      page(3, '1.3 以公告为准。\n完。'),
    ]);
    expect(pages).toEqual([
      '1.1 七日内可退。\n需附发票。',
      '1.2 生鲜不退。\n另有约定的除外。',
      '1.3 以公告为准。\n完。',
    ]);
    expect(leftOut).toHaveLength(6);
    expect(leftOut.slice(0, 2)).toEqual(['ACME 退货政策 v2', '第 1 页 共 3 页']);
  });

  it('knows heads of odd and even pages, and leaves the first lines of clauses', () => {
    const { pages } = withoutFurniture([
      'Chapter 4: Functions 9\n4.1 One\nThe first.',
      'The Manual 10\n4.2 Two\nThe second.',
      'Chapter 4: Functions 11\n4.3 Three\nThe third.',
    ]);
    expect(pages[0]).toBe('4.1 One\nThe first.');
    expect(pages[1]).toBe('The Manual 10\n4.2 Two\nThe second.');
    expect(withoutFurniture(['只有一页。\n两行。\n12']).leftOut).toEqual(['12']);
    expect(withoutFurniture(['only line']).leftOut).toEqual([]);
  });
});
