import Badge from '@cloudscape-design/components/badge';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { LibraryBotSummary } from '#lib/domain/library/library.schema.ts';

type Props = Pick<LibraryBotSummary, 'category' | 'tag_name'>;

/** The category and tags of a template. */
export const CategoryAndTags = ({ category, tag_name }: Props) => (
  <SpaceBetween size="xxs" direction="horizontal">
    <Badge color="blue">{category}</Badge>
    {tag_name.map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
  </SpaceBetween>
);
