import Box from '@cloudscape-design/components/box';
import type { Difference } from '../document/differences.ts';

type Props = {
  differences: readonly Difference[];
  /** What yours is compared with. */
  theirs: string;
};

const shown = 10;

const howText = (how: Difference['how'], theirs: string): string =>
  how === 'only in theirs' ? `only in ${theirs}` : how;

/** The nodes in which two graphs do not do the same. */
export const DifferenceList = ({ differences, theirs }: Props) => {
  if (differences.length === 0) return <Box>Both graphs are the same.</Box>;
  return (
    <div>
      <Box variant="awsui-key-label">Nodes that differ</Box>
      <ul>
        {differences.slice(0, shown).map(({ name, how }) => (
          <li key={`${how} ${name}`}>
            {name}: {howText(how, theirs)}
          </li>
        ))}
        {differences.length > shown && <li>and {differences.length - shown} more</li>}
      </ul>
    </div>
  );
};
