export { NotFound as NotFoundPage } from '../components/NotFound';
