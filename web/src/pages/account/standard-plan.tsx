import { useEffect } from 'react';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import { pathTo } from '#lib/pages.ts';
import { getPlanLinks } from '#web/app/config.ts';
import { usePage } from '#web/app/page.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { Loading } from '#web/components/loading.tsx';

/** Redirects to the Standard plan's listing; the browser's back button skips this page. */
export const StandardPlanPage = () => {
  usePage({ page: 'standard' });
  const { standardUrl } = getPlanLinks();
  useEffect(() => {
    if (standardUrl) window.location.replace(standardUrl);
  }, [standardUrl]);
  if (standardUrl) return <Loading text="Opening the marketplace listing" />;
  return (
    <ContentLayout header={<Header variant="h1">Standard plan</Header>}>
      <EmptyState
        title="No marketplace listing"
        text="The operator of this installation has set no listing for the Standard plan."
        action={<LinkButton to={pathTo('subscription')}>View subscription</LinkButton>}
      />
    </ContentLayout>
  );
};
