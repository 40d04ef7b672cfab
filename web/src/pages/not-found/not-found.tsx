import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { usePage } from '#web/app/page.ts';
import { useFirstPageLink } from '#web/app/use-first-page-link.ts';
import { LinkButton } from '#web/components/link.tsx';

export const NotFoundPage = () => {
  usePage({ title: 'Page not found' });
  const { text, to } = useFirstPageLink();
  return (
    <Box textAlign="center" padding={{ vertical: 'xxxl' }}>
      <SpaceBetween size="m">
        <Box variant="h1">404</Box>
        <Box color="text-body-secondary">Sorry, the page you visited does not exist.</Box>
        <LinkButton variant="primary" to={to}>
          {text}
        </LinkButton>
      </SpaceBetween>
    </Box>
  );
};
