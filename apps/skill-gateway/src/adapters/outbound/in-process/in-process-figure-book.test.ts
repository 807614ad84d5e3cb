import { figureBookContract } from '../../../ports/figure-book.contract';
import { InProcessFigureBook } from './in-process-figure-book';

describe('InProcessFigureBook', () => {
  figureBookContract(() => new InProcessFigureBook());
});
