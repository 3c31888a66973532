import { testStrangers } from '@campus/testing/hostile';
import { describe } from '@jest/globals';
import { useService } from '../support/service.ts';

describe('Whoever has no credentials', () => {
  testStrangers(useService(), {
    paths: [
      '/console/',
      '/console/account/login/',
      '/console/conventions/',
      '/api/conventions',
      '/public/api/conventions/1',
      '/public/problems',
      '/',
    ],
    misspelled: ['/Console/', '/CONSOLE/account/login/', '/Api/conventions', '/PUBLIC/api/conventions/1'],
    page: '/console/',
  });
});
