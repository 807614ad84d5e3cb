import { publishedManifest } from '../../domain/contract/manifest-of.stage';
import { catalogueFiles } from './catalogue-files';

it('S2: makes a page of each skill from manifests alone, with what is at fault as kept out', () => {
  const files = catalogueFiles(
    [
      publishedManifest(),
      publishedManifest({ version: '1.1.0' }),
      publishedManifest({ name: 'book_room', sla: {} }),
      7,
    ],
    'en',
  );
  expect([...files.keys()]).toEqual(['index.html', 'book_room.html', 'find_room.html']);
  expect(files.get('index.html')).toContain('<a href="find_room.html">find_room</a>');
  expect(files.get('find_room.html')).toMatch(/1\.1\.0[\s\S]*1\.0\.0/);
  expect(files.get('book_room.html')).toContain('kept out');
});
