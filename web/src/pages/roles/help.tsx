import { ListKeysHelp } from '#web/components/list-keys-help.tsx';

export const rolesHelp = {
  title: 'Roles',
  body: (
    <>
      <p>
        A role says what people may do: ALLOW opens permissions, DENY closes them. What no role
        allows is refused. People can hold several roles; the account&apos;s ROOT users need none.
      </p>
      <h3>DENY wins</h3>
      <p>
        A DENY in any of somebody&apos;s roles closes a permission, however many other roles allow
        it. One role cannot hold the same permission on both sides.
      </p>
      <h3>All permissions</h3>
      <p>
        A group that is chosen as a whole includes permissions that later versions of Cloudwarden
        add to it. Permissions that are chosen one by one stay as they are.
      </p>
      <h3>The default role</h3>
      <p>
        People without a role of their own hold the default role. Setting another one changes what
        they may do at once.
      </p>
      <ListKeysHelp keys={['n']} />
    </>
  ),
};
