import type { VNode } from 'preact';
import { Footer } from './components/Footer';
import { Header } from './components/Header';
import { Notices } from './components/Notices';
import { ArticlePage } from './pages/ArticlePage';
import { ArticlesPage } from './pages/ArticlesPage';
import { EditPage } from './pages/EditPage';
import { FavoritesPage } from './pages/FavoritesPage';
import { NewPage } from './pages/NewPage';
import { NotFoundPage } from './pages/NotFoundPage';
import { SignInPage } from './pages/SignInPage';
import { SignUpPage } from './pages/SignUpPage';
import { place } from './router';
import { matchRoute, type Route } from './routes';
import { useStore } from './store';

function Page({ route }: { route: Route }): VNode {
  switch (route.page) {
    case 'articles':
      return <ArticlesPage />;
    case 'article':
      return <ArticlePage key={route.slug} slug={route.slug} />;
    case 'new':
      return <NewPage />;
    case 'edit':
      return <EditPage key={route.slug} slug={route.slug} />;
    case 'favorites':
      return <FavoritesPage />;
    case 'sign-up':
      return <SignUpPage />;
    case 'sign-in':
      return <SignInPage />;
    case 'not-found':
      return <NotFoundPage />;
  }
}

export function App(): VNode {
  const { path } = useStore(place);
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <Page route={matchRoute(path)} />
      </main>
      <Footer />
      <Notices />
    </>
  );
}
