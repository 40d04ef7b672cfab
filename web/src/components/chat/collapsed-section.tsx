import { type ReactNode, useState } from 'react';
import ExpandableSection from '@cloudscape-design/components/expandable-section';

type Props = { header: ReactNode; children: ReactNode };

/** A collapsed section; its content is rendered, and fetched, when it is first opened. */
export const CollapsedSection = ({ header, children }: Props) => {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <ExpandableSection
      headerText={header}
      onChange={({ detail }) => detail.expanded && setWasOpened(true)}
    >
      {wasOpened && children}
    </ExpandableSection>
  );
};
